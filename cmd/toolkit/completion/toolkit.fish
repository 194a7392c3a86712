# Completion of toolkit for fish. Load it with: toolkit completion fish | source
function __toolkit_complete
	set -l before (commandline -opc)
	set -l line (commandline -op)
	set -l current (commandline -ct)
	toolkit complete (count $before) -- "$current" $line[2..-1] 2>/dev/null
end
complete -c toolkit -a '(__toolkit_complete)'
