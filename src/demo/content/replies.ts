/** How the support team of the demo answers. */
export const replies = [
  {
    name: 'Maria Okafor',
    text: 'Thank you for writing, and sorry for the trouble. I could repeat this here and have passed it to the team with your description.',
  },
  {
    name: 'Devin Sato',
    text: 'Thanks for the details. There is no good way around this today; I noted your case with the others and will tell you when it changes.',
  },
  {
    name: 'Maria Okafor',
    text: 'Hello, could you send me the note where this happens, or a copy without the private parts? That would help us to find it quickly.',
  },
  {
    name: 'Ruth Adeyemi',
    text: 'Thank you for letting us know. I have passed your message on to the product team word for word.',
  },
] as const
