import { redactSecrets } from './redact-secrets.ts'
import { explainFault } from './startup-fault.ts'

/** Runs an app's main. A fault that the operator can mend is told in a line, any other with its stack; both exit 1. */
export async function runMain(name: string, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const known = explainFault(error)
    const lines = known?.split('\n') ?? [error instanceof Error ? (error.stack ?? error.message) : String(error)]
    for (const line of lines) process.stderr.write(`${name}: ${redactSecrets(line)}\n`)
    process.exit(1)
  }
}
