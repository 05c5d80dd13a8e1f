import { Anchor, Box, Group, Loader, Text } from '@mantine/core'
import type { Attachment as Media } from '@parley/contracts/session/inbox'
import { IconFileDownload, IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { fileSize } from '../../kit/numbers.ts'
import classes from './attachment.module.css'

type KeptMedia = Extract<Media, { state: 'kept' }>

/** The file of a message: shown or played where browsers do so safely, else to be saved. */
export function Attachment({ media }: { media: Media }) {
  if (media.state === 'fetching') {
    return (
      <Group gap={8} className={classes.note}>
        <Loader size={14} aria-hidden />
        <Text size="xs">Fetching the attachment ({media.contentType})…</Text>
      </Group>
    )
  }
  if (media.state === 'missing') {
    return (
      <Group gap={8} className={classes.note} wrap="nowrap" align="flex-start">
        <IconFileOff size={16} aria-hidden className={classes.icon} />
        <Text size="xs">
          The attachment ({media.contentType}) could not be fetched: {media.reason}
        </Text>
      </Group>
    )
  }
  return <Kept media={media} />
}

function Kept({ media }: { media: KeptMedia }) {
  // Each look at the conversation brings newer links; what plays goes on with its own until that no longer opens.
  const [source, setSource] = useState(media.url)
  const renew = () => setSource(media.url)
  const { name, contentType, sizeBytes } = media
  const facts = `${contentType}, ${fileSize(sizeBytes)}`
  if (isPicture.test(contentType)) {
    return (
      <a href={media.url} target="_blank" rel="noopener" className={classes.picture}>
        <img src={source} alt={`Attached (${facts}); open it in full size`} onError={renew} />
      </a>
    )
  }
  if (isSound.test(contentType)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people send has no captions
      <audio className={classes.sound} controls preload="metadata" src={source} onError={renew} aria-label={facts} />
    )
  }
  if (isFilm.test(contentType)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people send has no captions
      <video className={classes.film} controls preload="metadata" src={source} onError={renew} aria-label={facts} />
    )
  }
  return (
    <Anchor href={media.url} className={classes.file} c="inherit" underline="hover">
      <IconFileDownload size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <Box miw={0}>
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {facts}
        </Text>
      </Box>
    </Anchor>
  )
}

/** What the server serves under its own type; it gives all else to be saved. */
const isPicture = /^image\/(png|jpeg|gif|webp)$/
const isSound = /^audio\/(mpeg|mp4|ogg|wav|webm)$/
const isFilm = /^video\/(mp4|webm)$/
