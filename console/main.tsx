// Starts the console: theme, language, cache and router.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './fonts.css'
import './console.css'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { buildTheme, resolveCssVariables } from './platform/theme.ts'
import { hasUnsaved } from './platform/unsaved.ts'
import { consoleRouter } from './router.tsx'
import { ConfirmDialog } from './session/confirm-dialog.tsx'
import { SignInDialog } from './session/sign-in.tsx'
import { followPointer } from './shell/hint.tsx'
import { onKeyDown } from './shell/shortcuts.ts'
import { shellTexts } from './shell/words.ts'
import { currentLanguage, useTexts } from './words/language.ts'
import { textDirections } from './words/words.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')!.content

function App() {
  const current = currentLanguage.use()
  const { setDirection } = useDirection()
  useEffect(() => {
    document.documentElement.lang = current
    setDirection(textDirections[current])
  }, [current, setDirection])
  const { close } = useTexts(shellTexts)
  const theme = useMemo(() => buildTheme(close), [close])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <RouterProvider router={consoleRouter} />
      <SignInDialog />
      <ConfirmDialog />
      <Notifications position="bottom-center" containerWidth={360} limit={4} />
    </MantineProvider>
  )
}

document.documentElement.dir = textDirections[currentLanguage.get()]
addEventListener('keydown', onKeyDown)
followPointer()
// After an upgrade, the browser cannot load a screen of the old release. Reloading helps, but loses unsaved input.
addEventListener('vite:preloadError', () => {
  if (!hasUnsaved()) location.reload()
})
createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <DirectionProvider initialDirection={textDirections[currentLanguage.get()]}>
        <App />
      </DirectionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
