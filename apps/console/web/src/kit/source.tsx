import { Anchor, Code, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

/** Something technical that can be unfolded: lines of text and JSON. */
export function Source({ label, lines }: { label: string; lines: unknown[] }) {
  const [opened, { toggle }] = useDisclosure()
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line, null, 2))).join('\n')
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={toggle} aria-expanded={opened}>
        {opened ? `Hide: ${label}` : label}
      </Anchor>
      <Collapse expanded={opened}>
        <Code block mt={6} tabIndex={0} role="region" aria-label={label} style={{ overflowX: 'auto' }}>
          {text}
        </Code>
      </Collapse>
    </>
  )
}
