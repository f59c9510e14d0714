// The first script of a page. A browser above the floor that lacks some built-in gets it before the app runs; every other one loads
// nothing. The build puts tests and address in place of the three names in capitals (`build/floor/`).
window.belowFloor = !(window.CSS && CSS.supports('FLOOR_MARK'))
// Written, so that it runs before the modules of the page, which wait for the whole document as it does.
if (!belowFloor && !HAS_ALL) document.write('<script defer src="POLYFILLS"></' + 'script>')
