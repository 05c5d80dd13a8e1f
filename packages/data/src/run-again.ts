/** Another transaction was faster with a unique value, or two waited for each other. */
const lostRaces = new Set(['23505', '40P01', '40001'])

const maxTries = 5

/** Runs a transaction again that lost a race: it then finds what the winner wrote. */
export async function runAgainAfterRace<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === maxTries || !lostRaces.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
