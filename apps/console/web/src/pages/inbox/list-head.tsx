import { ActionIcon, Box, Chip, Group, TextInput, Tooltip } from '@mantine/core'
import type { ConversationFilter } from '@parley/contracts/session/inbox'
import { IconBell, IconBellOff, IconSearch } from '@tabler/icons-react'
import { memo, type Ref } from 'react'
import { useAlertSwitch } from '../../app/use-alerts.ts'
import { useCall } from '../../app/use-call.ts'

const filters: { value: ConversationFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'needs_person', label: 'Needs a person' },
  { value: 'mine', label: 'Mine' },
  { value: 'bot', label: 'Bot' },
  { value: 'failed', label: 'Failed' },
]

/** Search and filters over the list of conversations. */
export const ListHead = memo(function ListHead(props: {
  filter: ConversationFilter
  onFilter(filter: ConversationFilter): void
  search: string
  onSearch(text: string): void
  searchRef: Ref<HTMLInputElement>
}) {
  const { filter, onFilter, search, onSearch, searchRef } = props
  const counts = useCall('GET /conversation-counts', {}, { live: true })
  const alerts = useAlertSwitch()
  return (
    <Box p="sm" pb={8}>
      <Group wrap="nowrap" gap={6}>
        <TextInput
          ref={searchRef}
          style={{ flex: 1 }}
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder="Search people"
          aria-label="Search conversations"
          type="search"
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        {alerts.supported && (
          <Tooltip label={alerts.on ? 'Notifications are on' : 'Notify me of new messages'}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Notify me of new messages"
              aria-pressed={alerts.on}
              onClick={alerts.toggle}
            >
              {alerts.on ? <IconBell size={17} aria-hidden /> : <IconBellOff size={17} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <Chip.Group value={filter} onChange={(value) => onFilter(value as ConversationFilter)}>
        <Group gap={6} mt={10} role="group" aria-label="Filter conversations">
          {filters.map(({ value, label }) => (
            <Chip key={value} value={value} size="xs" radius="sm" variant="light">
              {withCount(label, counts.data, value)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Box>
  )
})

const withCount = (
  label: string,
  counts: Partial<Record<ConversationFilter, number>> | undefined,
  filter: ConversationFilter,
) => {
  const count = counts?.[filter]
  return count ? `${label} ${count > 999 ? '999+' : count}` : label
}
