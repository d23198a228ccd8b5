/** An envelope, drawn for Earshot. */
export const logo = {
  color: '#475569',
  path: 'M2 4h20a2 2 0 0 1 2 2v.6l-12 7.2L0 6.6V6a2 2 0 0 1 2-2zm-2 4.9 11.5 6.9a1 1 0 0 0 1 0L24 8.9V18a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2z',
}
