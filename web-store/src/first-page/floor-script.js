// The first script of a page. A browser above the floor that lacks some built-in gets it before the app runs; one below the floor gets
// styles that it can parse, and margins in place of gaps; every other one loads nothing. The build puts tests and addresses in place of
// the names in capitals (`build/floor/`).
window.belowFloor = !(window.CSS && CSS.supports('FLOOR_MARK'))
// Before the page's own rules, which win.
if (belowFloor) document.head.insertAdjacentHTML('afterbegin', '<link rel=stylesheet href=OLD_STYLES>')
// Written, so that it runs before the modules of the page, which wait for the whole document as it does.
if (belowFloor || !HAS_ALL)
  document.write(`<script defer src="${belowFloor ? 'OLD_GAPS' : 'POLYFILLS'}"></` + 'script>')
