#compdef toolkit
# Completion of toolkit for zsh. Load it with: source <(toolkit completion zsh)
_toolkit() {
	local -a candidates open
	local candidate
	for candidate in ${(f)"$(toolkit complete "$((CURRENT - 1))" -- "$words[CURRENT]" "${(@)words[2,-1]}" 2>/dev/null)"}; do
		if [[ $candidate == *= ]]; then open+=("$candidate"); else candidates+=("$candidate"); fi
	done
	if (( ${#open} + ${#candidates} == 0 )); then _files; return; fi
	compadd -S '' -a open
	compadd -a candidates
}
compdef _toolkit toolkit
