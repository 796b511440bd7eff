"""Workers for tasks: this process, several processes, or a Ray cluster. A process that dies costs a task, not the run.

Tasks are the pairs of a ladder or the blocks of a dataset.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Generator, Hashable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from logging import ERROR
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from dungeon_twister.ai.arena.locking import let_go

ATTEMPTS: Final = 2  # a task whose process died is tried once more
MOST_JOBS: Final = 256
PATIENCE: Final = 2.0  # seconds that a process gets to end when asked, and between its checks whether it is still wanted


R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Task(Protocol[R_co]):
    """Something to play, with everything a process needs for it. It is sent to other processes."""

    @property
    def encounter(self) -> Hashable:
        """Return an identifier of the task, which is shown as text."""

    def play(self) -> R_co:
        """Play the task."""


class TaskFailure(NamedTuple):
    """A task failed: why, in a sentence, and whether it is tried again."""

    encounter: Hashable
    sentence: str
    again: bool = False


def _played(task: Task[R]) -> R | TaskFailure:
    try:
        return task.play()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the code of a bot may raise anything, SystemExit included
        return TaskFailure(task.encounter, f"{type(error).__name__}: {error}".rstrip(": "))


def players(tasks: Sequence[Task[R]], jobs: int, ray: str) -> Generator[R | TaskFailure, None, None]:
    """Yield the results of the tasks as they finish, played on this many processes or on that Ray cluster."""
    if ray and has_ray():
        return on_ray(tasks, ray)
    return side_by_side(tasks, jobs) if jobs > 1 else one_by_one(tasks)


def why_not_travelling(bots: Sequence[object]) -> str:
    """Return why these bots cannot be sent to other processes, in a sentence; empty if they can."""
    try:
        pickle.dumps(tuple(bots))
    except Exception as error:  # pickle may raise anything
        return f"on several processes a bot is a name, module:Class or a class of a module ({error})"
    return ""


def one_by_one(tasks: Iterable[Task[R]]) -> Generator[R | TaskFailure, None, None]:
    """Yield the results of tasks played in this process."""
    for task in tasks:
        yield _played(task)


# -- several processes --------------------------------------------------------------------------------------------------


def _work(line: Connection) -> None:
    """Run a worker: play the tasks it is sent until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the ladder ends its workers
    let_go()
    parent = os.getppid()
    with suppress(EOFError, OSError):
        while os.getppid() == parent:
            if line.poll(PATIENCE):
                line.send(_played(line.recv()))


class _Worker(Generic[R]):
    """A process, and the task it plays."""

    def __init__(self) -> None:
        context = get_context()
        self.line, far = context.Pipe()
        self.process = context.Process(target=_work, args=(far,), daemon=True)
        self.task: Task[R] | None = None
        try:
            self.process.start()
        finally:
            far.close()

    def give(self, task: Task[R]) -> None:
        self.task = task
        with suppress(OSError):  # it has died: `take` notices that its connection is closed
            self.line.send(task)

    def take(self) -> R | TaskFailure | None:
        """Return what it played, or None if it has died."""
        self.task = None
        try:
            outcome: R | TaskFailure = self.line.recv()
        except (EOFError, OSError):
            return None
        return outcome

    def end(self) -> None:
        """End the process: terminate it, and kill it if it is still alive after PATIENCE."""
        self.line.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()

    def ending(self) -> str:
        """Return a sentence that says how it ended."""
        self.process.join(PATIENCE)
        code = self.process.exitcode or 0
        self.end()
        return f"it was ended by signal {-code}" if code < 0 else f"it ended with code {code}"


def side_by_side(tasks: Sequence[Task[R]], jobs: int) -> Generator[R | TaskFailure, None, None]:
    """Yield the results of tasks on several processes as they finish. Use this process if no other can be started."""
    waiting, attempts = deque(tasks), dict.fromkeys((task.encounter for task in tasks), 0)
    workers: list[_Worker[R]] = []
    try:
        while waiting or any(worker.task for worker in workers):
            workers += _started(min(jobs, len(waiting) + len(workers)) - len(workers))
            if not workers:
                yield from one_by_one(waiting)
                return
            for worker in workers:
                if worker.task is None and waiting:
                    worker.give(waiting.popleft())
            ready = wait([worker.line for worker in workers if worker.task])
            for worker in [worker for worker in workers if worker.line in ready]:
                task, outcome = worker.task, worker.take()
                assert task is not None
                if outcome is None:
                    workers.remove(worker)
                    attempts[task.encounter] += 1
                    again = attempts[task.encounter] < ATTEMPTS
                    outcome = TaskFailure(task.encounter, f"the process that played it has died: {worker.ending()}", again)
                    waiting.extendleft([task] * again)
                yield outcome
    finally:
        for worker in workers:
            worker.end()


def _started(number: int) -> list[_Worker[R]]:
    """Start workers, as many as the system allows."""
    found: list[_Worker[R]] = []
    with suppress(OSError, NotImplementedError, ImportError):
        while len(found) < number:
            found.append(_Worker())
    return found


# -- Ray ----------------------------------------------------------------------------------------------------------------


def has_ray() -> bool:
    """Return whether Ray is installed. It comes with the extra `ray`."""
    return find_spec("ray") is not None


def on_ray(tasks: Sequence[Task[R]], address: str) -> Generator[R | TaskFailure, None, None]:
    """Yield the results of tasks on a Ray cluster: `auto`, `local` or `ray://host:10001`.

    Its machines need this package and any custom bots.
    """
    ray: Any = import_module("ray")
    ray.init(address=address, log_to_driver=False, logging_level=ERROR)
    play = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(_played)
    waiting, running = deque(tasks), dict[Any, Task[R]]()
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while waiting or running:
            while waiting and len(running) < most:
                task = waiting.popleft()
                running[play.remote(task)] = task
            finished, _ = ray.wait(list(running), num_returns=1)
            for one in finished:
                task = running.pop(one)
                try:
                    outcome: R | TaskFailure = ray.get(one)
                except Exception as error:  # Ray raises its own errors for a worker that died
                    outcome = TaskFailure(task.encounter, f"Ray could not play it: {type(error).__name__}")
                yield outcome
    finally:
        for one in running:
            with suppress(Exception):
                ray.cancel(one, force=True)
        ray.shutdown()
