import { ColorSwatch, Group, Progress, Stack, Text } from '@mantine/core'
import { number, share } from '../../kit/numbers.ts'

const kinds = [
  { key: 'bot', label: 'Bot', color: 'brand.6' },
  { key: 'person', label: 'People', color: 'indigo.5' },
  { key: 'api', label: 'API', color: 'gray.6' },
] as const

/** How the outgoing messages are shared between bot, people and programs. */
export function Answerers(props: { bot: number; person: number; api: number; outgoing: number }) {
  const { outgoing } = props
  if (outgoing === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nobody has answered in this time.
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      <Progress.Root size="xl" radius="md" aria-hidden>
        {kinds.map(({ key, color }) => (
          <Progress.Section key={key} value={(props[key] / outgoing) * 100} color={color} />
        ))}
      </Progress.Root>
      <Group gap="lg">
        {kinds.map(({ key, label, color }) => (
          <Group key={key} gap={8}>
            <ColorSwatch size={12} color={`var(--mantine-color-${color.replace('.', '-')})`} aria-hidden />
            <Text size="sm">
              {label} <strong>{share(props[key], outgoing)}</strong>{' '}
              <Text span c="dimmed" inherit>
                {number(props[key])}
              </Text>
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  )
}
