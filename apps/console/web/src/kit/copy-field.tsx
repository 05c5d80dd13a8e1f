import { ActionIcon, CopyButton, Group, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A value to take away. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <Group align="flex-end" gap={6} wrap="nowrap">
      <TextInput
        label={label}
        description={hint}
        value={value}
        readOnly
        style={{ flex: 1 }}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyIcon value={value} label={`Copy: ${label}`} size={36} />
    </Group>
  )
}

export function CopyIcon({ value, label, size = 26 }: { value: string; label: string; size?: number }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="default" size={size} aria-label={label} onClick={copy}>
            {copied ? <IconCheck size={size / 2} aria-hidden /> : <IconCopy size={size / 2} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
