"""Worker processes for heavy work: bots, replays, analyses."""

from __future__ import annotations

from dungeon_twister.server.workers.analysis_pool import AnalysisPool
from dungeon_twister.server.workers.analysis_worker import (
    AnalyseGame,
    AnalysisWorker,
    Evaluate,
    FindHint,
    FindMistakes,
    FindThreats,
    Job,
    PlayBalance,
)
from dungeon_twister.server.workers.bot_pool import (
    BotBackend,
    BotError,
    BotPool,
    BotRequest,
    InProcessBots,
    bot_job,
    read_choice,
)
from dungeon_twister.server.workers.bot_worker import BotJob, BotWorker
from dungeon_twister.server.workers.pools import Pool, PoolKind, UnknownError
from dungeon_twister.server.workers.processes import FairSemaphore, Lane, RefusedJobError, Reply, serve_jobs
from dungeon_twister.server.workers.replay_pool import ReplayPool
from dungeon_twister.server.workers.replay_worker import (
    HANDED_IN,
    LONGEST_RECORD,
    CheckedPosition,
    CheckedRecord,
    CheckPosition,
    CheckRecord,
    CheckScenario,
    CheckWorkshopText,
    DrawScene,
    HistoryPage,
    MakeFacts,
    MakeFrame,
    MakeHistory,
    MakeProof,
    MakeReplay,
    MakeStudyBegin,
    WriteRecord,
)

__all__ = [
    "AnalyseGame",
    "AnalysisPool",
    "BotRequest",
    "MakeFrame",
    "MakeStudyBegin",
    "BotError",
    "Evaluate",
    "FindHint",
    "FindMistakes",
    "FindThreats",
    "HANDED_IN",
    "Job",
    "CheckRecord",
    "CheckedRecord",
    "PoolKind",
    "LONGEST_RECORD",
    "Lane",
    "FairSemaphore",
    "CheckScenario",
    "CheckWorkshopText",
    "AnalysisWorker",
    "DrawScene",
    "MakeReplay",
    "BotWorker",
    "MakeHistory",
    "CheckPosition",
    "CheckedPosition",
    "PlayBalance",
    "Pool",
    "MakeFacts",
    "MakeProof",
    "BotJob",
    "ReplayPool",
    "RefusedJobError",
    "Reply",
    "InProcessBots",
    "BotBackend",
    "BotPool",
    "HistoryPage",
    "UnknownError",
    "WriteRecord",
    "serve_jobs",
    "bot_job",
    "read_choice",
]
