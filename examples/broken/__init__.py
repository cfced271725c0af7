"""Kernels with mistakes in them, for the checker to find."""
