# Two kinds of publishers, each with its own clients.
emqtt_bench pub -h 127.0.0.1 -c 50 -I 1000 -t "a/%i" -q 1 -s 40 -R 50
emqtt_bench pub -h 127.0.0.1 -c 5 -I 200 -t "b/%i" -q 0 -s 200 -R 10 -h 127.0.0.2
emqtt_bench sub -h 127.0.0.1 -c 2 -t "#" -q 1
emqtt_bench sub -h 127.0.0.1 -c 2 -t "b/#" -q 1
