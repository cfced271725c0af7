# Each target does all of it, on a fresh Debian 12 machine too: scripts/setup.sh installs what is missing.

# An LLVM 22 of your own: one variable is enough. The flags are those of .cargo/config.toml, with its folders.
ifneq ($(or $(MLIR_SYS_220_PREFIX),/usr/lib/llvm-22),/usr/lib/llvm-22)
export LLVM_SYS_221_PREFIX ?= $(MLIR_SYS_220_PREFIX)
export TABLEGEN_220_PREFIX ?= $(MLIR_SYS_220_PREFIX)
export LIBCLANG_PATH ?= $(MLIR_SYS_220_PREFIX)/lib
export RUSTFLAGS ?= -Clink-arg=-fuse-ld=lld -Clink-arg=-B$(MLIR_SYS_220_PREFIX)/bin -Clink-arg=-Wl,-rpath,$(MLIR_SYS_220_PREFIX)/lib
endif
export PATH := $(PATH):$(HOME)/.cargo/bin

.PHONY: demo test build lint setup

demo: build
	scripts/demo.sh

test: setup
	cargo test --workspace

build: setup
	cargo build

lint: setup
	cargo clippy --workspace --all-targets -- -D warnings

setup:
	@scripts/setup.sh
