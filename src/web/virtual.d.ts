declare module 'virtual:inventory' {
  import type { SlimRoute } from '#web/slim-inventory.ts'

  export const inventory: Record<string, SlimRoute>
}
