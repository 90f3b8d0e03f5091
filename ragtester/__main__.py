"""`python -m ragtester`."""

from ragtester.cli import main

main()
