import { expect, test } from 'vitest'
import { FlushLate, GroupCommit, type GroupCommitOptions } from './group-commit.ts'

type Flush = { items: number[]; succeed(): void; fail(reason: Error): void }

function commitWithGates(limits: Partial<GroupCommitOptions<number>> = {}) {
  const flushes: Flush[] = []
  const commit = new GroupCommit<number>({
    maxItems: 3,
    maxBytes: 1_000,
    maxInFlight: 1,
    ...limits,
    flush: (items) =>
      new Promise((resolve, reject) => void flushes.push({ items, succeed: () => resolve(), fail: reject })),
  })
  return { commit, flushes }
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve))

test('what arrives in one turn of the event loop goes at once and together', async () => {
  const { commit, flushes } = commitWithGates()
  const added = [commit.add(1, 1), commit.add(2, 1)]
  await aTurn()
  expect(flushes.map((flush) => flush.items)).toEqual([[1, 2]])
  flushes[0]?.succeed()
  await Promise.all(added)
})

test('what arrives during a flush is collected for the next, up to the most items and bytes', async () => {
  const { commit, flushes } = commitWithGates()
  const first = commit.add(0, 1)
  await aTurn()
  const others = [commit.add(1, 1), commit.add(2, 1), commit.add(3, 1), commit.add(4, 999), commit.add(5, 2)]
  expect(flushes).toHaveLength(1)
  for (let sent = 0; sent < 4; sent += 1) {
    flushes[sent]?.succeed()
    await aTurn()
  }
  await Promise.all([first, ...others])
  expect(flushes.map((flush) => flush.items)).toEqual([[0], [1, 2, 3], [4], [5]])
})

test('a failed flush fails exactly its own callers', async () => {
  const { commit, flushes } = commitWithGates()
  const lost = commit.add(1, 1)
  await aTurn()
  const kept = commit.add(2, 1)
  flushes[0]?.fail(new Error('away'))
  await expect(lost).rejects.toThrow('away')
  await aTurn()
  flushes[1]?.succeed()
  await kept
})

test('beside a flush under way only a full group goes out, and no more of them than allowed', async () => {
  const { commit, flushes } = commitWithGates({ maxItems: 2, maxInFlight: 2 })
  const added = [commit.add(0, 1)]
  await aTurn()
  added.push(commit.add(1, 1))
  await aTurn()
  expect(flushes.map((flush) => flush.items)).toEqual([[0]])
  added.push(commit.add(2, 1))
  expect(flushes.map((flush) => flush.items)).toEqual([[0], [1, 2]])
  added.push(commit.add(3, 1), commit.add(4, 1))
  await aTurn()
  expect(flushes).toHaveLength(2)
  flushes[1]?.succeed()
  await aTurn()
  expect(flushes.map((flush) => flush.items)).toEqual([[0], [1, 2], [3, 4]])
  for (const flush of flushes) flush.succeed()
  await Promise.all(added)
})

test('while many come at once groups keep their distance; who comes alone, and a full group, never wait', async () => {
  const { commit, flushes } = commitWithGates({ maxItems: 10, busyIntervalMs: 3_600_000 })
  const settle = async () => {
    await aTurn()
    flushes.at(-1)?.succeed()
    await aTurn()
  }
  for (let item = 0; item < 3; item += 1) {
    const alone = commit.add(item, 1)
    await settle()
    await alone
  }
  const many = Array.from({ length: 8 }, (_, item) => commit.add(item, 1))
  await settle()
  await Promise.all(many)
  const next = commit.add(1, 1)
  await aTurn()
  expect(flushes).toHaveLength(4)
  const rest = Array.from({ length: 9 }, (_, item) => commit.add(item, 1))
  await aTurn()
  expect(flushes).toHaveLength(5)
  flushes.at(-1)?.succeed()
  await Promise.all([next, ...rest])
})

test('something larger than a whole group still goes, alone', async () => {
  const { commit, flushes } = commitWithGates()
  const added = commit.add(1, 5_000)
  await aTurn()
  flushes[0]?.succeed()
  await added
})

test('items added together stay together, also when they are more than a group collects', async () => {
  const { commit, flushes } = commitWithGates()
  const added = [commit.add(0, 1), commit.addTogether([1, 2, 3, 4], 4), commit.add(5, 1)]
  for (let sent = 0; sent < 3; sent += 1) {
    await aTurn()
    flushes[sent]?.succeed()
    await aTurn()
  }
  await Promise.all(added)
  expect(flushes.map((flush) => flush.items)).toEqual([[0], [1, 2, 3, 4], [5]])
})

test('when a flush hangs, its callers and those that wait behind it are told at the deadline', async () => {
  const { commit, flushes } = commitWithGates({ deadlineMs: 20 })
  const hung = commit.add(1, 1)
  await aTurn()
  const behind = commit.add(2, 1)
  await expect(hung).rejects.toThrow(FlushLate)
  await expect(behind).rejects.toThrow(FlushLate)
  expect(flushes).toHaveLength(1)
  expect(commit.waiting).toBe(0)
})

test('while every flush hangs nothing is kept for later; when one ends after all, the next goes out', async () => {
  const { commit, flushes } = commitWithGates({ deadlineMs: 20 })
  await expect(commit.add(1, 1)).rejects.toThrow(FlushLate)
  await expect(commit.add(2, 1)).rejects.toThrow(FlushLate)
  expect(commit.waiting).toBe(0)
  flushes[0]?.succeed()
  await aTurn()
  const taken = commit.add(3, 1)
  await aTurn()
  expect(flushes.map((flush) => flush.items)).toEqual([[1], [3]])
  flushes[1]?.succeed()
  await taken
})
