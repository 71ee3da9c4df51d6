// Builds the console: one page, one chunk for each screen, and file names that change with their content.
import react from '@vitejs/plugin-react'

/** No advice on plugin timings, which would confuse a newcomer at the first installation. */
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
        // Code that eight or more screens share becomes one file. Otherwise it would be sixty files, most of them
        // smaller than their requests. The map is excluded, because it is large and few screens show it.
        codeSplitting: {
          groups: [{ name: 'shared', test: (id) => !/console.map.|maplibre/.test(id), minShareCount: 8 }],
        },
      },
    },
  },
}
