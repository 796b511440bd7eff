"""Prometheus metrics (`/metrics`). Nothing here names a player, a game or an address. Everything
shown in `deploy/grafana.json` has its name here or in the figures of the game service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

PREFIX: Final = "dungeon_twister_"
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})

Figures = Callable[[], Mapping[str, float]]


class _ServiceFigures(Collector):
    """Figures of the game service: games in memory, commits, thinking time of bots."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def describe(self) -> Iterable[Metric]:
        """Describe nothing: there are no figures before the service is open."""
        return ()

    def collect(self) -> Iterable[Metric]:
        for name, value in sorted(self._figures().items()):
            yield GaugeMetricFamily(PREFIX + name, name.replace("_", " "), value=value)


class Metrics:
    """The counters of one server; each has its own registry, so several can live in a process."""

    def __init__(self, figures: Figures) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(PREFIX + "commands", "commands by kind", ["kind"], registry=self.registry)
        self.refusals = Counter(PREFIX + "refusals", "refused commands by code", ["code"], registry=self.registry)
        self.over_limit = Counter(PREFIX + "over_limit", "requests over a limit by code", ["code"], registry=self.registry)
        self.latency = Histogram(
            PREFIX + "command_seconds", "from a command to its durable answer", buckets=BUCKETS, registry=self.registry
        )
        self.requests = Counter(PREFIX + "requests", "requests by answer", ["method", "status"], registry=self.registry)
        self.request_seconds = Histogram(
            PREFIX + "request_seconds", "from a request to the end of its answer", buckets=BUCKETS, registry=self.registry
        )
        self.sockets = Gauge(PREFIX + "sockets", "open sockets", registry=self.registry)
        self.dropped = Counter(PREFIX + "sockets_dropped", "sockets dropped by reason", ["why"], registry=self.registry)
        self.messages = Counter(PREFIX + "messages_sent", "messages sent to sockets", registry=self.registry)
        self.jams = Counter(PREFIX + "jams", "unexpected errors", registry=self.registry)
        self.registry.register(_ServiceFigures(figures))

    def command(self, kind: type) -> None:
        """Count an answered command."""
        self.commands.labels(kind.__name__.lower()).inc()

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count an answered request. Unknown methods are counted together, because clients can
        invent them."""
        self.requests.labels(method if method in METHODS else "other", f"{status // 100}xx").inc()
        self.request_seconds.observe(seconds)

    def text(self) -> bytes:
        """Everything in the text format of Prometheus."""
        return generate_latest(self.registry)
