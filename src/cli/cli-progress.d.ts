/** As much of the library as is used; it brings no types of its own. */
declare module 'cli-progress' {
  export class SingleBar {
    constructor(options: {
      format: string
      stream?: NodeJS.WritableStream
      clearOnComplete?: boolean
      hideCursor?: boolean
    })
    start(total: number, startValue: number): void
    update(value: number): void
    stop(): void
  }
}
