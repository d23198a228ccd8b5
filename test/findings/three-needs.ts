/** Statements of three needs, six of each. */
export const threeNeeds = [
  [
    'The CSV export stops at ten thousand rows',
    'CSV export fails for large boards',
    'Exporting a board to CSV times out',
    'The CSV export file is empty',
    'CSV export is missing rows',
    'The export to CSV never finishes',
  ],
  [
    'Please add a dark mode',
    'A dark mode would be great at night',
    'Dark mode please, my eyes hurt',
    'I would like a dark mode in the editor',
    'Could you add dark mode',
    'We want a dark mode',
  ],
  [
    'Single sign-on login loops forever',
    'I cannot log in with single sign-on',
    'Login through single sign-on gives an error',
    'Our single sign-on login is broken',
    'Single sign-on login fails on Safari',
    'Logging in by single sign-on does not work',
  ],
]
