"""One loader per kind of file: bytes in, content out."""
