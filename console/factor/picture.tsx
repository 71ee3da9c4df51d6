// Draws a QR code in the browser: its content may be a secret, and no other server sees it.
import { encode } from 'uqr'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'

interface PictureProps {
  text: string
  label: string
  pixels?: number
  /** Width of the white border that cameras need, in any colour scheme. On white paper, the border may be narrower. */
  border?: number
}

export const QrCode = (props: PictureProps) => (
  <WidgetBoundary data={props.text}>
    <Code {...props} />
  </WidgetBoundary>
)

function Code({ text, label, pixels = 200, border = 4 }: PictureProps) {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
