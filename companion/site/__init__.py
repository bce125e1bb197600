"""The build of the app as a static page, files for any web host that run in the browser alone."""
