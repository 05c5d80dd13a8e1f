// Fails on a path of the repository or an npm script that a document names and that does not exist.
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { runCheck } from './run-check.ts'

const documents = ['*.md', '.env.example', 'docs/**/*.md', '{apps,packages}/*/*.md']

const link = /\]\((?!\w+:|#)([^)#\s]+)/g
/** From the root, wherever the document lies. `*` and `<something>` stand for anything. */
const path = /(?<![\w./@-])(?:apps|packages|prisma|scripts|docs|bench|e2e|deploy|\.ci)\/[\w./*<>@-]*[\w/*>]/g
const rootFile = /(?<![\w./@-])(?:[A-Z]{4,}\.md|\.env\.example|docker-compose\.yml|\w+\.config\.ts)(?![\w/-])/g
const npmScript = /\bnpm (?:run(?: -s| --silent)* ([\w:-]+)|(start|test)\b)/g

export async function findDocFaults(root: string): Promise<string[]> {
  const { scripts = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const faults: string[] = []
  for await (const document of glob(documents, { cwd: root })) {
    const lines = (await readFile(join(root, document), 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      const blame = (fault: string) => faults.push(`${document}:${index + 1} names ${fault}`)
      for (const [, target = ''] of line.matchAll(link)) {
        if (!(await exists(root, join(dirname(document), target)))) blame(`${target}, which is not there`)
      }
      for (const [named] of [...line.matchAll(path), ...line.matchAll(rootFile)]) {
        if (!(await exists(root, named))) blame(`${named}, which is not there`)
      }
      for (const [, run, short] of line.matchAll(npmScript)) {
        const script = run ?? short ?? ''
        if (!(script in scripts)) blame(`the npm script ${script}, which package.json does not have`)
      }
    }
  }
  return faults.sort()
}

async function exists(root: string, named: string): Promise<boolean> {
  const pattern = normalize(named.replaceAll(/<[^>]*>/g, '*')).replace(/\/+$/, '')
  for await (const _ of glob(pattern, { cwd: root })) return true
  return false
}

if (import.meta.main) await runCheck(findDocFaults)
