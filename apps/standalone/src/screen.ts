import { styleText } from 'node:util'

export type Screen = ReturnType<typeof openScreen>

type Colour = 'green' | 'dim' | 'bold' | 'red' | 'cyan' | 'magenta' | 'yellow' | 'blue'

/** Lines as they come and, on a terminal, the step that is under way beneath them. */
export function openScreen(out: NodeJS.WriteStream) {
  let underWay = ''
  const colour = (format: Colour, text: string): string => (out.isTTY ? styleText(format, text) : text)

  function line(text: string): void {
    out.write(out.isTTY ? `\r\x1b[K${text}\n${underWay}` : `${text}\n`)
  }

  /** Says what is done when it is done, with what `run` notes about it. */
  async function step<T>(title: string, run: (note: (text: string) => void) => Promise<T>): Promise<T> {
    let noted = ''
    underWay = colour('dim', `… ${title}`)
    if (out.isTTY) out.write(underWay)
    try {
      const result = await run((text) => {
        noted = text
      })
      underWay = ''
      line(`${colour('green', '✓')} ${title}${noted && colour('dim', `  ${noted}`)}`)
      return result
    } catch (error) {
      underWay = ''
      line(`${colour('red', '✗')} ${title}`)
      throw error
    }
  }

  return { line, step, colour }
}
