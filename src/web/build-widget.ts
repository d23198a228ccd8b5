import { join } from 'node:path'
import { build } from 'vite'
import { textsOf } from '#i18n/texts.ts'
import { virtualModule } from './virtual-module.ts'

/** Writes widget.js: one script without imports, for any page. */
export const buildWidget = (outDir: string) =>
  build({
    configFile: false,
    root: join(import.meta.dirname, 'widget'),
    logLevel: 'warn',
    plugins: [virtualModule('widgetTexts', () => textsOf('widget'))],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(import.meta.dirname, 'widget/main.ts'),
        output: { format: 'iife', strict: true, entryFileNames: 'widget.js' },
      },
    },
  })
