import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One figure with its name. */
export function Stat({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <Paper withBorder radius="lg" p="md" role="group" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={30} w="60%" mt={6} />
      ) : (
        <Text fz={26} fw={650} lh={1.25} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {value}
        </Text>
      )}
      {hint && (
        <Text size="xs" c="dimmed" mt={2}>
          {hint}
        </Text>
      )}
    </Paper>
  )
}

export const Stats = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
    {children}
  </SimpleGrid>
)
