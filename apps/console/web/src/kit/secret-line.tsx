import { ActionIcon, Code, CopyButton, Group, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Something to be copied whole: an id, a key, a password. */
export function SecretLine({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group gap={6} wrap="nowrap">
        <Code style={{ flex: 1, overflowWrap: 'anywhere', padding: '8px 10px' }}>{value}</Code>
        <CopyButton value={value} timeout={1_500}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy'}>
              <ActionIcon variant="default" size={34} onClick={copy} aria-label={`Copy: ${label}`}>
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}
