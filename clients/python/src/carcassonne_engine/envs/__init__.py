"""Environments for learning: `pettingzoo` (AEC with action masks), `batched` (many games at a time), `openspiel`. They need the extras
of the same names."""
