(function () {
	"use strict";
	var root = document.documentElement;
	var box = document.getElementById("search");
	var none = document.getElementById("none");
	var articles = Array.from(document.querySelectorAll("article"));
	var entries = Array.from(document.querySelectorAll("nav li"));
	var texts = articles.map(function (article) { return article.textContent.toLowerCase(); });

	// Every word must stand in what is shown of a tool.
	function search() {
		var words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
		var found = 0;
		articles.forEach(function (article, i) {
			var match = words.every(function (word) { return texts[i].includes(word); });
			article.hidden = !match;
			entries[i].hidden = !match;
			found += match ? 1 : 0;
		});
		none.hidden = found !== 0 || articles.length === 0;
	}
	box.addEventListener("input", search);
	document.addEventListener("keydown", function (event) {
		if (event.key === "/" && event.target !== box) {
			event.preventDefault();
			box.focus();
		}
		if (event.key === "Escape" && event.target === box) {
			box.value = "";
			search();
		}
	});
	document.getElementById("theme").addEventListener("click", function () {
		var dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
		root.dataset.theme = dark ? "light" : "dark";
	});
	document.getElementById("controls").hidden = false;
})();
