// A press can leave before the page's scripts are there, and its page names no link: the link that led here is noted at once, with its
// time. A page that is loaded again, or gone back to, is no other link. See `stores/visit.ts`.
;(() => {
  const [way] = performance.getEntriesByType('navigation')
  const { origin, pathname, search } = location
  const { referrer } = document
  const marked = /[?&](MARKS)=/.test(search)
  if ((way && way.type !== 'navigate') || !(marked || (referrer && !referrer.startsWith(`${origin}/`)))) return
  window.landed = `${JSON.stringify([pathname + (marked ? search : ''), referrer, Date.now()])}\n`
  try {
    localStorage.setItem('landed', ((localStorage.getItem('landed') || '') + window.landed).slice(0, 9000))
  } catch (_) {}
})()
