// Draws text that explains: dimmed, and smaller than the text of the page.
import { Text } from '@mantine/core'

export const QuietText = Text.withProps({ size: 'sm', c: 'dimmed' })
