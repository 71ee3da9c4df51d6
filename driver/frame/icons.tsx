// Draws the icons of the app. Each is next to a word, or its button has a name.
const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  cross: 'M6 6l12 12M18 6L6 18',
  part: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 4v16M14 6v12M16 7.500v9',
  warning: 'M12 4L2.500 20h19zM12 10v4.500M12 17v.5',
  phone: 'M6 3h3l2 5-2.500 1.500a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  navigate: 'M12 3l8 18-8-5-8 5z',
  camera: 'M3 8h4l2-3h6l2 3h4v11H3zM12 9.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 8.500v.5',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 9v6M12 9v6M16 9v6',
  sign: 'M4 20h16M5 16l1-4L15 3l3 3-9 9z',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 8v4.500l3 2',
  upload: 'M7 18a4 4 0 0 1-.5-8A6 6 0 0 1 18 9a4.500 4.500 0 0 1-.5 9M12 20v-8M9 14.500l3-3 3 3',
  sent: 'M7 18a4 4 0 0 1-.5-8A6 6 0 0 1 18 9a4.500 4.500 0 0 1-.5 9zM9 13l2.500 2.500L15 11.500',
  truck: 'M3 6h11v10H3zM14 9h4l3 3.500V16h-7M7 16a2 2 0 1 0 0 4a2 2 0 1 0 0-4M17 16a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  note: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 21c1-5 4-6.500 8-6.500s7 1.500 8 6.500',
  flag: 'M6 21V4h12l-2.500 4L18 12H6',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
} as const
export type IconName = keyof typeof paths

export const SvgIcon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    className={name === 'back' || name === 'forward' ? 'icon turning' : 'icon'}
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
