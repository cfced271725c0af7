"""Copies a safetensors file of one f32[64,256] tensor with the element [2, 5] changed."""

import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
start = 8 + struct.unpack_from("<Q", data)[0]
struct.pack_into("<f", data, start + 4 * (2 * 256 + 5), 1234.5)
with open(sys.argv[2], "wb") as file:
    file.write(data)
