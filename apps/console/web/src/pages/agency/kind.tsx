import { Badge } from '@mantine/core'
import type { AgencyTransaction } from '@parley/contracts/session/agency'

const shown = {
  grant: { name: 'Granted', color: 'brand' },
  spend: { name: 'Used', color: 'gray' },
  revoke: { name: 'Taken back', color: 'orange' },
  adjustment: { name: 'Adjusted', color: 'blue' },
} as const

export const Kind = ({ kind }: { kind: AgencyTransaction['kind'] }) => (
  <Badge variant="light" color={shown[kind].color}>
    {shown[kind].name}
  </Badge>
)
