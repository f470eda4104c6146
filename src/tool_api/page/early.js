try {
	document.documentElement.dataset.theme = localStorage.getItem("mcp-ui-theme") ?? "";
} catch {}
