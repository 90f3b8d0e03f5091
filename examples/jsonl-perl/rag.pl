#!/usr/bin/perl
# A RAG system that is a program in another language: it reads a question and writes an answer, one JSON object a line.
# Perl and JSON::PP, which comes with it, are all that it needs.
use strict;
use warnings;
use JSON::PP;

$| = 1;                                  # every line is flushed
my $json = JSON::PP->new->utf8->canonical;
my %common = map { $_ => 1 } qw(a an and are as at be by can do does for from how if in is it of on or than the to was what when which who);
my @passages;

sub words { return grep { !$common{$_} } map { s/s$//r } lc(shift) =~ /[a-z0-9]+/g }

for my $file (sort glob("../documents/*.md")) {
    open my $in, '<', $file or die "$file: $!\n";
    local $/ = '';                       # a paragraph at a time
    my ($name) = $file =~ m{([^/]+)\.md$};
    while (my $block = <$in>) {
        next if $block =~ /^#/;
        for my $text ($block =~ /^\|/ ? split(/\n/, $block) : join(' ', split(' ', $block))) {
            push @passages, { text => $text, document => $name } if $text =~ /\w/;
        }
    }
}
print STDERR scalar(@passages), " passages are ready\n";

while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    my %wanted = map { $_ => 1 } words($request->{question});
    my $shared = sub { my %seen; return scalar grep { $wanted{$_} && !$seen{$_}++ } words(shift) };
    my @found = sort { $shared->($b->{text}) <=> $shared->($a->{text}) } @passages;
    @found = grep { $shared->($_->{text}) } @found[0 .. 2];
    my ($best) = sort { $shared->($b) <=> $shared->($a) } map { split /(?<=[.!?])\s+/, $_->{text} } @found;
    my $answer = 'I could not find that in the documents.';
    $answer = $best if defined $best && 2 * $shared->($best) >= keys %wanted;
    print $json->encode({ id => $request->{id}, contexts => \@found, $request->{do} eq 'ask' ? (answer => $answer) : () }), "\n";
}
