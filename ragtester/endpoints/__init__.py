"""HTTP endpoints that speak the OpenAI protocol: one client each, every failure as an `EndpointError`."""

from ragtester.endpoints.address import Address, resolve_address
from ragtester.endpoints.batches import BatchEndpoint, BatchLedger, BatchOptions
from ragtester.endpoints.client import Endpoint
from ragtester.endpoints.failures import endpoint_error, retry_after, status_error
from ragtester.endpoints.options import read_options

__all__ = [
    "Address",
    "BatchEndpoint",
    "BatchLedger",
    "BatchOptions",
    "Endpoint",
    "endpoint_error",
    "read_options",
    "resolve_address",
    "retry_after",
    "status_error",
]
