// What is for one person, opened at an address without a language, goes to the one that they chose last. A link to the page in another language
// is that choice, whether the page's scripts are there yet or not. Who came by a link in another language, and chose none, stays in it.
;(() => {
  try {
    const { dataset, lang } = document.documentElement
    const own = lang.slice(0, 2)
    const chosen = localStorage.getItem('language')
    if (chosen) dataset.language = chosen
    if (!chosen && own !== 'en') localStorage.setItem('language', own)
    const all = document.querySelector('meta[name=languages]')
    if (all && all.content.split(' ').includes(chosen))
      location.replace(`/${chosen}${location.pathname}${location.search}${location.hash}`)
  } catch (_) {}
  addEventListener('click', ({ target }) => {
    const link = target.closest && target.closest('a[hreflang]')
    // What the page was asked with belongs to it in every language; the server keeps one page for all.
    if (link) Object.assign(link, { search: location.search, hash: location.hash })
    try {
      if (link) localStorage.setItem('language', link.hreflang.slice(0, 2))
    } catch (_) {}
  })
})()
