import { timingSafeEqual } from 'node:crypto'
import type { Db } from '@parley/data/db'
import { findAccountByKeyHash, type KeyHolder } from '@parley/data/keys/find-key'
import { hashKey } from '@parley/data/keys/hash-key'

/** A new key kills the old one within this time even if the push about it is lost. */
const maxAgeMs = 5_000
const maxEntries = 50_000

type Entry = { hash: Buffer; holder: Promise<KeyHolder | null>; readAt: number }

/** Whose key it is, with one look-up per key and 5 s. A change is pushed and forgets the entry at once. */
export class KeyCache {
  readonly #db: Db
  readonly #entries = new Map<string, Entry>()

  constructor(db: Db) {
    this.#db = db
  }

  find(apiKey: string): Promise<KeyHolder | null> {
    const hash = hashKey(apiKey)
    // Half the hash finds the entry and all of it is compared in constant time: how long that takes tells nothing.
    const slot = hash.toString('base64', 0, 16)
    const known = this.#entries.get(slot)
    if (known && Date.now() - known.readAt < maxAgeMs && timingSafeEqual(known.hash, hash)) return known.holder

    const entry: Entry = { hash, holder: findAccountByKeyHash(this.#db, hash), readAt: Date.now() }
    if (this.#entries.size >= maxEntries) this.#entries.clear()
    this.#entries.set(slot, entry)
    entry.holder.catch(() => this.#drop(slot, entry))
    return entry.holder
  }

  /** Forgets the account, or everything when it is not known what changed. */
  async forget(accountId: string | null): Promise<void> {
    if (accountId === null) return this.#entries.clear()
    for (const [slot, entry] of this.#entries) {
      const holder = await entry.holder.catch(() => null)
      if (holder?.accountId === accountId) this.#drop(slot, entry)
    }
  }

  #drop(slot: string, entry: Entry): void {
    if (this.#entries.get(slot) === entry) this.#entries.delete(slot)
  }
}
