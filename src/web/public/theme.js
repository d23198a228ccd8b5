/* Runs before the first paint, so that a dark screen never flashes white. */
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('earshot.theme')
  } catch {}
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
})()
