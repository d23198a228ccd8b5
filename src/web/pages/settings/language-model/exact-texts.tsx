/** What is sent, word for word. */
export const ExactTexts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <pre
      key={text}
      // Scrolls, so that it can be reached with the keyboard.
      tabIndex={0}
      className="max-h-60 overflow-auto rounded-md border border-line p-2 text-xs whitespace-pre-wrap"
    >
      {text}
    </pre>
  ))
