import { timingSafeEqual } from 'node:crypto'
import type { Db } from '@parley/data/db'
import { findAccountByKeyHash, type KeyHolder } from '@parley/data/keys/find-key'
import { hashKey } from '@parley/data/keys/hash-key'

/** A new key kills the old one within this time even if the push about it is lost. */
const maxAgeMs = 5_000
const maxEntries = 50_000

type Entry = { hash: Buffer; holder: Promise<KeyHolder | null>; readAt: number; wasGood: boolean }

/** Whose key it is, with one look-up per key and 5 s. A change is pushed and forgets the entry at once. */
export class KeyCache {
  readonly #db: Db
  readonly #entries = new Map<string, Entry>()

  constructor(db: Db) {
    this.#db = db
  }

  find(apiKey: string): Promise<KeyHolder | null> {
    const hash = hashKey(apiKey)
    const known = this.#entry(hash)
    if (known && Date.now() - known.readAt < maxAgeMs) return known.holder

    const entry: Entry = {
      hash,
      holder: findAccountByKeyHash(this.#db, hash),
      readAt: Date.now(),
      wasGood: known?.wasGood ?? false,
    }
    if (this.#entries.size >= maxEntries) this.#entries.clear()
    this.#entries.set(slotOf(hash), entry)
    entry.holder.then(
      (holder) => {
        entry.wasGood = holder !== null
      },
      () => this.#drop(slotOf(hash), entry),
    )
    return entry.holder
  }

  /** Whether the key was good when it was last looked at, however long ago. */
  knows(apiKey: string): boolean {
    return this.#entry(hashKey(apiKey))?.wasGood ?? false
  }

  /** Looks again for the keys of the account, or for every key when it is not known what changed. */
  async forget(accountId: string | null): Promise<void> {
    const forgetIfItsOwn = async (entry: Entry) => {
      // A look-up under way may still find what was true before.
      const holder = accountId === null ? null : await entry.holder.catch(() => null)
      if (accountId === null || holder?.accountId === accountId) entry.readAt = Number.NEGATIVE_INFINITY
    }
    await Promise.all([...this.#entries.values()].map(forgetIfItsOwn))
  }

  #entry(hash: Buffer): Entry | undefined {
    const known = this.#entries.get(slotOf(hash))
    return known && timingSafeEqual(known.hash, hash) ? known : undefined
  }

  #drop(slot: string, entry: Entry): void {
    if (this.#entries.get(slot) === entry) this.#entries.delete(slot)
  }
}

/** Half the hash finds the entry and all of it is compared in constant time: how long that takes tells nothing. */
const slotOf = (hash: Buffer) => hash.toString('base64', 0, 16)
