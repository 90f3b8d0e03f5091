#!/usr/bin/env bash
# Starts the service with a token of its own, runs ragtester on it, and stops it.
set -euo pipefail
cd "$(dirname "$0")"
RAG_TOKEN="${RAG_TOKEN:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}"
export RAG_TOKEN
coproc SERVICE { exec "${PYTHON:-python3}" service.py --port 0; }
trap 'kill "$SERVICE_PID" 2>/dev/null || true' EXIT
read -r RAG_URL <&"${SERVICE[0]}"
export RAG_URL
"${RAGTESTER:-ragtester}" run ragtester.yaml "$@"
