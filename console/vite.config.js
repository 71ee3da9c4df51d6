// How the console is built: one page, one chunk for each screen, names that change with their content.
import react from '@vitejs/plugin-react'

/** A newcomer's first install is no place for advice on plugins. */
const rolldownOptions = { checks: { bundlerTimings: false, pluginTimings: false } }

export default {
  plugins: [react()],
  worker: { rolldownOptions },
  build: {
    target: 'es2024',
    // The first versions with light-dark() and popovers. For older ones, colours would need a scheme on every element.
    cssTarget: ['chrome123', 'firefox127', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Small files would be inlined as data: URLs, which the content security policy refuses for scripts and styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      ...rolldownOptions,
      output: {
        // Code that eight or more screens share becomes one file instead of sixty, most of them smaller than the
        // request for them. The map is large, and few screens show one.
        codeSplitting: {
          groups: [{ name: 'shared', test: (id) => !/console.map.|maplibre/.test(id), minShareCount: 8 }],
        },
      },
    },
  },
}
