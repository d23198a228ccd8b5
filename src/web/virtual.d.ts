declare module 'virtual:inventory' {
  import type { SlimRoute } from '#web/slim-inventory.ts'

  export const inventory: Record<string, SlimRoute>
}

declare module 'virtual:languages' {
  /** The languages that the web app and the survey page are translated to. */
  export const languages: { web: string[]; survey: string[] }
}

declare module 'virtual:widgetTexts' {
  import type en from '#i18n/en/widget.json'

  /** The texts of the feedback widget by language. */
  export const widgetTexts: Record<string, typeof en>
}
