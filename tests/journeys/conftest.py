"""What the long journeys share with those of every day."""

from tests.e2e.conftest import (
    devices,
    page,
    phones,
    postgres,
    postgres_programs,
    pytest_runtest_makereport,
    server,
    sit_down,
    table,
    viewport,
)
from tests.page.conftest import host, phone, site

__all__ = [
    "devices",
    "host",
    "page",
    "phone",
    "phones",
    "postgres",
    "postgres_programs",
    "pytest_runtest_makereport",
    "server",
    "sit_down",
    "site",
    "table",
    "viewport",
]
