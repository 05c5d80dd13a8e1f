/** Ends the process with the faults that a check finds in the repository, one a line. */
export async function runCheck(findFaults: (root: string) => Promise<string[]>): Promise<void> {
  const faults = await findFaults(process.cwd())
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
